# What an object needs from elsewhere, a name a line as nm -u gives them: prints the first that no exercise needs, and
# ends with status 1. A name that is not known is refused, so what reaches the system (files, processes, the end of the
# program) is refused, however the source spells it.
BEGIN {
  one = "(a?(sin|cos|tan)h?|sinpi|cospi|sincos|sincospi|atan2|exp|exp2|exp10|expm1|log|log2|log10|log1p|logb|ilogb|pow|sqrt|rsqrt|" \
        "cbrt|rcbrt|fma|fmod|fabs|abs|labs|llabs|fmin|fmax|fdim|floor|ceil|trunc|round|lround|llround|rint|lrint|llrint|" \
        "nearbyint|hypot|erf|erfc|erfcx|erfinv|lgamma|tgamma|ldexp|frexp|modf|scalbn|scalbln|remainder|remquo|copysign|" \
        "nextafter|nan|j[01n]|y[01n]|powi|normcdf|div|ldiv|lldiv)[fl]?"
  c_names = "^(_GLOBAL_OFFSET_TABLE_|cuda[A-Z][A-Za-z0-9_]*|cuda_emulator_[a-z0-9_]+|__tsan_[a-z0-9_]+|__ubsan_handle_(out_of_bounds|[a-z_]+_overflow)|__sanitizer_cov_trace_pc|" \
            "__cxa_[a-z_]+|__gxx_personality_v0|_Unwind_Resume|__dso_handle|__stack_chk_fail|__tls_get_addr|" \
            "__emutls[A-Za-z0-9_.]*|mem(cpy|move|set|cmp|chr)|str(len|cmp|ncmp)|threadIdx|blockIdx|blockDim|gridDim|warpSize|" \
            "main|" one "|__" one "(_finite)?)$"
}
{ name = $NF }
name ~ c_names { next }
# The harness, the emulator, cooperative groups, libcu++, overloads of the runtime.
name ~ /^_Z(T[VISWH])?N?K?(8exercise|13cuda_emulator|18cooperative_groups|4cuda|[0-9]+cuda[A-Z])/ { next }
# new, delete, and of std what needs no system.
name ~ /^_Z(n|d)[wal]/ { next }
name ~ /filebuf|fstream|filesystem|thread|random_device|future|condition|mutex|locale|istream/ { refused = name; exit }
name ~ /^_Z(T[VISH])?N?K?V?S[tsaod]/ { next }
name ~ /^_ZTV?N10__cxxabiv1/ { next }
name ~ /^_ZTI[a-z]$/ { next }  # what is thrown
name ~ /^_ZN?K?(10__cxxabiv1|9__gnu_cxx)/ { next }
{ refused = name; exit }
END {
  if (refused != "") {
    print refused
    exit 1
  }
}
