# shellcheck shell=bash
# How cu++ compiles: each .cu file is translated (cu2cpp), and the host compiler compiles the translation.

execute() {
  [ $dryrun = 0 ] && [ $verbose = 0 ] || echo "#\$ $*" >&2
  [ $dryrun = 1 ] || "$@"
}

# CUDA's own headers, in a toolkit's folder or wherever a distribution puts them, are not for this compiler.
holds_toolkit() { [ -f "$1/cuda_runtime.h" ]; }

# A folder that holds them, which many Makefiles name, is searched last.
demote_toolkits() {
  local flags=() flag i path kept=()
  for ((i = 0; i < ${#compile_flags[@]}; ++i)); do
    flag=${compile_flags[i]}
    case $flag in
    -I | -isystem) path=${compile_flags[++i]-} ;;
    -I*) path=${flag#-I} ;;
    -isystem*) path=${flag#-isystem} ;;
    -iquote | -include | -idirafter)
      flags+=("$flag" "${compile_flags[++i]-}")
      continue
      ;;
    *)
      flags+=("$flag")
      continue
      ;;
    esac
    if holds_toolkit "$path"; then
      flags+=(-idirafter "$path")
    else
      case $flag in -isystem*) flags+=(-isystem "$path") ;; *) flags+=("-I$path") ;; esac
    fi
  done
  compile_flags=(${flags[@]+"${flags[@]}"})
  # These come before the emulator's as well.
  [ -n "${CPATH:-}" ] || return 0
  IFS=: read -r -a flags <<<"$CPATH"
  for path in ${flags[@]+"${flags[@]}"}; do
    if holds_toolkit "${path:-.}"; then compile_flags+=(-idirafter "$path"); else kept+=("${path:-.}"); fi
  done
  CPATH=$(IFS=: && echo "${kept[*]-}")
  export CPATH
  [ -n "$CPATH" ] || unset CPATH # an empty one names the current folder
}

has_fma() {
  local line
  while IFS= read -r line; do
    case $line in flags*) [[ " $line " == *' fma '* ]] && return 0 || return 1 ;; esac
  done </proc/cpuinfo
  return 1
} 2>/dev/null

# Sets the options of every compilation.
choose_flags() {
  demote_toolkits
  if [ "$cxx" != "$compiler" ]; then
    compiler_name=g++
    case $("$cxx" --version 2>/dev/null) in *clang*) compiler_name=clang++ ;; esac
    processor=$("$cxx" -dumpmachine)
    processor=${processor%%-*}
  fi
  # The words of flags.txt below [both], the compiler's name, the processor's and [mode].
  [ "$processor" != aarch64 ] || processor=arm64
  # On this processor an integer division by zero does not trap, so the translator adds a check to each.
  [ "$processor" != arm64 ] || mathematics+=(--whole-divisions)
  emulated_flags=()
  section=
  while IFS= read -r line; do
    case $line in
    '#'* | '') ;;
    '['*) section=${line//[\[\]]/} ;;
    *) case $section in both | "$compiler_name" | "$processor" | "$mode") emulated_flags+=("$line") ;; esac ;;
    esac
  done <"$flags_file"
  common_flags=("$optimise" -isystem "$include")
  # If no standard is given, nvcc's: older versions of clang++ use an older one.
  standard=(-std=gnu++17)
  # addr2line, which finds the lines of reports, takes DWARF 5's file 0 (the translation) for file 1 (the .cu file).
  emulated_flags+=(-gdwarf-4)

  { [ $mode = plain ] && [ $quiet = 0 ]; } || races=() # the microscope finds them
  [ $mode = plain ] || [ $quiet = 1 ] || [ ${#unchecked[@]} = 0 ] || unchecked+=(--costs)
  [ $quiet = 0 ] || [ ${#unchecked[@]} = 0 ] || unchecked+=(--no-notes)
  [ $step != module ] || unchecked=() # the host calls nothing in it
  [ ${#unchecked[@]} = 0 ] || emulated_flags+=(-include emulator/unchecked.hpp)

  # Device code uses fused multiply-add, as with nvcc, if this processor has it.
  if [ $fmad = 1 ] && { [ "$processor" = arm64 ] || has_fma; }; then
    emulated_flags+=(-DCUDA_EMULATOR_FMA=1)
  elif [ $fmad = 0 ]; then
    emulated_flags+=(-ffp-contract=off)
  fi
  # Options that the translator needs as well: where headers are, and the macros that may name them. A file of -include
  # is translated, so the translation includes it and not the compiler.
  translator_flags=() translated_flags=()
  [ $mode = plain ] || translator_flags+=(--facts)
  for ((i = 0; i < ${#compile_flags[@]}; ++i)); do
    flag=${compile_flags[i]}
    case $flag in
    -isystem | -iquote | -idirafter | -I | -D | -include)
      i=$((i + 1))
      translator_flags+=("${flag/-idirafter/-isystem}" "${compile_flags[i]-}")
      [ "$flag" = -include ] || translated_flags+=("$flag" "${compile_flags[i]-}")
      continue
      ;;
    -I* | -D* | -isystem* | -iquote*) translator_flags+=("$flag") ;;
    esac
    translated_flags+=("$flag")
  done
}

# Sets the options by which g++ finds cuda_runtime.h precompiled, which saves a third of a small program's compile time:
# for options that the build made it for (emulator/CMakeLists.txt). With other options of the host compiler g++ may
# refuse it, and g++ 12 has crashed after that. CUDA_EMULATOR_HEADER names another one, with more headers in it.
choose_precompiled_header() {
  precompiled_flags=()
  local flag version=${standard[0]#-std=} level=${optimise#-} next=0
  [ $mode = plain ] || level=Og
  [ "$cxx" = "$compiler" ] && [ $fmad = 1 ] || return 0
  for flag in ${compile_flags[@]+"${compile_flags[@]}"}; do
    if [ $next = 1 ]; then
      next=0
      continue
    fi
    case $flag in
    -include) return 0 ;;
    -I | -isystem | -iquote | -idirafter) next=1 ;;
    -std=*) version=${flag#-std=} ;;
    -D__CUDACC_RDC__=1 | -D__CUDACC_EXTENDED_LAMBDA__=1 | -I?* | -isystem?* | -iquote?* | -Wall | -Wextra | -Werror | -w) ;;
    *) return 0 ;;
    esac
  done
  local ready=$precompiled/${CUDA_EMULATOR_HEADER:-cu++}_${mode}_${version}_$level
  [ ! -e "$ready/cuda_runtime.h.gch" ] || precompiled_flags=(-iquote "$ready")
}

# compile INPUT LANGUAGE OUTPUT [options]: to an object, or with -E or -M to what they ask for.
compile() {
  local input=$1 kind=$2 out=$3
  shift 3
  case $kind in
  cu)
    local translated depfile='' i beside=.
    case $input in */*) beside=${input%/*} beside=${beside:-/} ;; esac
    translated=${input##*/}.cpp
    translated=$folder/$((++count))-${translated//[^A-Za-z0-9._-]/_}
    execute "$translator" ${strictness[@]+"${strictness[@]}"} ${lambdas[@]+"${lambdas[@]}"} ${linkage[@]+"${linkage[@]}"} ${mathematics[@]+"${mathematics[@]}"} ${races[@]+"${races[@]}"} ${unchecked[@]+"${unchecked[@]}"} ${translator_flags[@]+"${translator_flags[@]}"} "$input" -o "$translated" || return 1
    # With -MD the header's own headers are in the list of dependencies, and so is the precompiled header's source. If
    # this is requested without -MD, g++ 12 ends with an internal error.
    local ready=(${precompiled_flags[@]+"${precompiled_flags[@]}"})
    case " $* " in
    *' -E '* | *' -M '* | *' -MM '* | *' -MMD '*) ready=() ;;
    *' -MD '*) [ ${#ready[@]} = 0 ] || ready+=(-fpch-deps) ;;
    esac
    # The translator runs the compiler, and looks how much __shared__ memory the kernels have.
    execute "$translator" --compile "$cxx" -x c++ "${standard[@]}" "${common_flags[@]}" "${emulated_flags[@]}" ${ready[@]+"${ready[@]}"} -iquote "$beside" \
      ${translated_flags[@]+"${translated_flags[@]}"} "$@" "$translated" -o "$out" || return 1
    # The compiler read the translation; the dependencies name the source and the headers that were translated.
    for ((i = 1; i <= $#; ++i)); do
      if [ "${!i}" = -MF ]; then i=$((i + 1)) && depfile=${!i}; fi
    done
    if [ -n "$depfile" ] && [ -f "$depfile" ]; then
      "$translator" ${translator_flags[@]+"${translator_flags[@]}"} "$input" -o "$translated" --depfile "$folder/sources" || return 1
      local sources
      sources=$(sed -e 1d -e 's|[\\]$||' -e 's|[\\&]|\\&|g' "$folder/sources" | tr '\n' ' ')
      sed -i -e "s|$translated\.headers/[^ ]*||g" -e "s|$translated|$sources|" ${precompiled:+-e "s|$precompiled/[^ ]*||g"} "$depfile"
    fi
    ;;
  c++) execute "$cxx" -x c++ "${standard[@]}" "${common_flags[@]}" ${compile_flags[@]+"${compile_flags[@]}"} "$@" "$input" -o "$out" ;;
  c)
    local flag c_flags=()
    for flag in ${compile_flags[@]+"${compile_flags[@]}"}; do
      case $flag in -std=*++*) ;; *) c_flags+=("$flag") ;; esac
    done
    # CUDA's headers are C++ here: a C file that includes them is compiled as permissive C++, and its functions keep C
    # linkage.
    local headers
    headers=$(grep -oE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<(cu[A-Za-z0-9_]*|nv[A-Za-z0-9_/]*)[.]h>' "$input")
    if [ -n "$headers" ]; then
      local wrapped
      wrapped=$folder/$((++count))-${input##*/}.cpp
      printf '#include <math.h>\n#include <stdlib.h>\n#include <cuda_runtime.h>\n%s\nextern "C" {\n#include "%s"\n}\n' \
        "$headers" "$(readlink -f "$input")" >"$wrapped"
      execute "$cxx" -x c++ -fpermissive -w "${standard[@]}" "${common_flags[@]}" ${c_flags[@]+"${c_flags[@]}"} "$@" "$wrapped" -o "$out"
    else
      execute "$cc" -x c "${common_flags[@]}" ${c_flags[@]+"${c_flags[@]}"} "$@" "$input" -o "$out"
    fi
    ;;
  esac
}

# Sets kind to a file's by -x or by its name; empty for files that only the linker reads.
kind_of() { # FILE LANGUAGE
  kind=$2
  [ -z "$kind" ] || return 0
  case $1 in
  *.cu) kind=cu ;;
  *.cpp | *.cc | *.cxx | *.C | *.c++ | *.cp) kind=c++ ;;
  *.c) kind=c ;;
  *.o | *.obj | *.a | *.so | *.so.*) ;;
  *) fail "$1: unknown kind of file (-x cu, -x c++ or -x c sets it)" ;;
  esac
}

# With -MD the file of dependencies has the object's name.
make_flags_for() { # OBJECT
  local flag named=0 wanted=0
  for flag in ${make_flags[@]+"${make_flags[@]}"}; do
    case $flag in -MF) named=1 ;; -MD | -MMD) wanted=1 ;; esac
  done
  dependency_flags=(${make_flags[@]+"${make_flags[@]}"})
  if [ $wanted = 1 ]; then
    [ $named = 1 ] || dependency_flags+=(-MF "${1%.o}.d")
    case " ${make_flags[*]} " in *' -MT '*) ;; *) dependency_flags+=(-MT "$1") ;; esac
  fi
}

# Sets the kind of each input.
find_kinds() {
  kinds=()
  for i in "${!inputs[@]}"; do
    kind_of "${inputs[i]}" "${languages[i]}"
    kinds+=("$kind")
  done
}

# With -E or -M: no objects.
preprocess_all() {
  for i in "${!inputs[@]}"; do
    [ -n "${kinds[i]}" ] || continue
    if [ $step = preprocess ]; then
      compile "${inputs[i]}" "${kinds[i]}" "${output:--}" -E || exit 1
    else
      file=$folder/dependencies
      stem=${inputs[i]##*/}
      make_flags+=(-MT "${stem%.*}.o")
      compile "${inputs[i]}" "${kinds[i]}" "$file" ${make_flags[@]+"${make_flags[@]}"} -MF "$file" || exit 1
      if [ -n "$output" ]; then cat "$file" >"$output"; else cat "$file"; fi
    fi
  done
}

# Sets the objects, including those that were given.
compile_all() {
  objects=()
  for i in "${!inputs[@]}"; do
    input=${inputs[i]} kind=${kinds[i]}
    if [ -z "$kind" ]; then
      [ $step = compile ] && fail "$input: nothing to compile"
      objects+=("$input")
      continue
    fi
    stem=${input##*/}
    if [ $step = compile ]; then
      object=${output:-$output_folder${stem%.*}.o}
    else
      object=$folder/$i-${stem%.*}.o
    fi
    make_flags_for "$object"
    compile "$input" "$kind" "$object" -c ${dependency_flags[@]+"${dependency_flags[@]}"} || status=1
    objects+=("$object")
  done
  [ $status = 0 ] || exit $status
}
