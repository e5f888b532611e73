# shellcheck shell=bash
# cu++'s command line: read_command_line stores the options in the variables below.

usage() {
  cat <<'EOF'
usage: cu++ [options] files

Compiles CUDA C++ (.cu), C++ and C files for the CPU and links them with object files and libraries.
  -o FILE           the output                   -c, -dc           compile only
  -I -isystem -include -D -U -L -l -std= -O -g   as for the host compiler
  -Xcompiler A,B    options for the host compiler, -Xlinker A,B for the linker
  -x cu             treat the files as .cu       -E                preprocess only
  -M -MM -MD -MMD -MF -MT -MP                    dependencies for make
  -ptx -cubin -fatbin                            a module for cuModuleLoad, for this CPU
  -run              run the program afterwards   --dryrun, -v      show the commands
  --microscope      report the program's accesses, bank conflicts and races per source line
  --trace FILE.html write them as a page as well (implies --microscope)
  -w                without warnings, and without notes on mistakes that the source shows
  -Wno-unchecked    without the notes on failed calls and launches that the program never checked
Options of nvcc that affect only GPU code (-arch, -gencode, -rdc, -lineinfo, -G, -Xptxas, ...) are accepted.
EOF
}

# shellcheck disable=SC2034  # cu++ and the files beside this one use them
inputs=() languages=() language=''
compile_flags=() link_flags=() make_flags=()
output='' output_folder='' step=link mode=plain trace='' run=0 dryrun=0 verbose=0
optimise=-O2 keep=0 fmad=1 modules=0 module_form='' quiet=0
strictness=(--no-relaxed-constexpr) # for the translator
lambdas=(--no-extended-lambda)       # as is this
mathematics=()                       # as is this, for -use_fast_math
races=(--races)                      # as is this
unchecked=(--unchecked)              # as is this: unchecked errors are reported when the program ends
linkage=(--whole-program)            # as is this: without -rdc=true a file's device variables are its own

split_commas() { # adds the parts of $2 to the array named $1
  local -n list=$1
  local part parts
  IFS=, read -r -a parts <<<"$2"
  for part in ${parts[@]+"${parts[@]}"}; do list+=("$part"); done
}

add_library() {
  case $1 in
  cuda) modules=1 ;;
  nvrtc | nvrtc_static | nvrtc-builtins_static) modules=1 ;;
  cudart | cudart_static | cudadevrt | curand | curand_static | nvToolsExt | rt | nvidia-ml) ;;
  # in the emulator's library
  cublas | cublas_static | cublasLt | cublasLt_static | culibos | cufft | cufft_static | cusolver | cusolver_static | cusparse | cusparse_static | nccl) ;;
  cufftw | cudnn | npp* | nvjpeg)
    fail "-l$1: the emulator does not emulate this library of CUDA" 1
    ;;
  *) link_flags+=("-l$1") ;;
  esac
}

add_input() {
  [ -e "$1" ] || fail "$1: no such file" 1
  inputs+=("$1")
  languages+=("$language")
}

# The current option, in one spelling each: the long ones with = or a space, the short ones with their value attached or
# separate.
word='' name='' value='' attached=0 rest=() taken=0
# Its value, if it needs one.
need() {
  if [ $attached = 0 ]; then
    [ ${#rest[@]} -gt 0 ] || fail "$name needs a value"
    value=${rest[0]}
    taken=1
  fi
}

# The action, its output file, and the messages.
take_task() {
  case $name in
  -o | --output-file) need && output=$value ;;
  -odir | --output-directory) need && output_folder=$value/ ;;
  -c | --compile | -dc | --device-c | -dw | --device-w)
    step=compile
    case $name in -dc | --device-c) compile_flags+=(-D__CUDACC_RDC__=1) linkage=() ;; esac
    ;;
  -dlink | --device-link) step=device_link ;;
  -E | --preprocess) step=preprocess ;;
  -M | -MM | --generate-dependencies | --generate-nonsystem-dependencies)
    step=dependencies
    case $name in -M | --generate-dependencies) make_flags+=(-M) ;; *) make_flags+=(-MM) ;; esac
    ;;
  -MD | -MMD | -MP) make_flags+=("$name") ;;
  --generate-dependencies-with-compile) make_flags+=(-MD) ;;
  --generate-nonsystem-dependencies-with-compile) make_flags+=(-MMD) ;;
  -MF | --dependency-output) need && make_flags+=(-MF "$value") ;;
  -MT | --dependency-target-name) need && make_flags+=(-MT "$value") ;;
  -lib | --lib) step=archive ;;
  -shared | --shared)
    link_flags+=(-shared)
    compile_flags+=(-fPIC)
    ;;
  -run | --run) run=1 ;;
  -x | --x)
    need
    case $value in
    cu | c++ | c) language=$value ;;
    none) language= ;;
    *) fail "-x $value: the languages are cu, c++ and c" ;;
    esac
    ;;
  -keep | --keep | -save-temps | --save-temps) keep=1 ;;
  -ptx | --ptx | -cubin | --cubin | -fatbin | --fatbin)
    # A module that the program loads at run time: a shared object, as such or as text.
    step=module module_form=${name##*-}
    linkage=(--module)
    compile_flags+=(-fPIC -include emulator/module.hpp)
    ;;
  -optix-ir | --optix-ir) fail "$name: the emulator generates no GPU code" ;;
  -dryrun | --dryrun) dryrun=1 ;;
  -v | --verbose) verbose=1 ;;
  -h | --help) usage && exit 0 ;;
  -V | --version)
    echo "cu++: CUDA C++ for the CPU, with $("$cxx" --version | head -n 1)"
    exit 0
    ;;
  *) return 1 ;;
  esac
  return 0
}

# Files, folders, macros and libraries.
take_files() {
  case $name in
  -I | --include-path) need && compile_flags+=("-I$value") ;;
  -I?*) compile_flags+=("$word") ;;
  -isystem | --system-include) need && compile_flags+=(-isystem "$value") ;;
  -isystem?*) compile_flags+=("$word") ;;
  -include | --pre-include) need && compile_flags+=(-include "$value") ;;
  -D | --define-macro) need && compile_flags+=("-D$value") ;;
  -U | --undefine-macro) need && compile_flags+=("-U$value") ;;
  -D?* | -U?*) compile_flags+=("$word") ;;
  -L | --library-path) need && link_flags+=("-L$value") ;;
  -L?*) link_flags+=("$word") ;;
  -l | --library) need && add_library "$value" ;;
  -lineinfo | --generate-line-info | -lto) ;;
  -l?*) add_library "${word#-l}" ;;
  *) return 1 ;;
  esac
  return 0
}

# The language, and how it is compiled.
take_language() {
  case $name in
  -std | --std)
    need
    # The emulator's headers need C++17, which is nvcc's default as well.
    case $value in c++03 | c++11 | c++14) value=c++17 ;; esac
    case $value in
    c++17 | c++20 | c++23 | gnu++*) compile_flags+=("-std=$value") ;;
    *) fail "-std=$value: unknown standard" ;;
    esac
    ;;
  -O | --optimize) need && optimise=-O$value ;;
  -O[0123] | -Os | -Ofast) optimise=$word ;;
  -g | --debug) compile_flags+=(-g) ;;
  -G | --device-debug)
    optimise=-Og fmad=0 # then nvcc does not fuse operations
    compile_flags+=(-g)
    ;;
  -pg | --profile) compile_flags+=(-pg) link_flags+=(-pg) ;;
  -Xcompiler | --compiler-options)
    need
    split_commas compile_flags "$value"
    split_commas link_flags "$value"
    ;;
  -Xlinker | --linker-options)
    need
    link_flags+=("-Wl,$value")
    ;;
  -w | --disable-warnings) compile_flags+=(-w) && quiet=1 ;;
  -Wno-unchecked) unchecked=() ;;
  -Werror | --Werror)
    need
    case $value in *all-warnings*) compile_flags+=(-Werror) ;; esac
    ;;
  # Macros that nvcc defines for some options
  -use_fast_math | --use_fast_math)
    # -fno-builtin-powf: the host compiler would use a multiplication for a power of 2
    compile_flags+=(-D__USE_FAST_MATH__=1 -fno-builtin-powf)
    mathematics=(--fast-math)
    ;;
  -default-stream | --default-stream)
    need
    case $value in per-thread) compile_flags+=(-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1) ;; legacy | null) ;;
    *) fail "--default-stream $value: legacy, null or per-thread" ;; esac
    ;;
  -extended-lambda | --extended-lambda | -expt-extended-lambda | --expt-extended-lambda)
    lambdas=()
    compile_flags+=(-D__CUDACC_EXTENDED_LAMBDA__=1)
    ;;
  -expt-relaxed-constexpr | --expt-relaxed-constexpr)
    strictness=()
    compile_flags+=(-D__CUDACC_RELAXED_CONSTEXPR__=1)
    ;;
  -rdc | --relocatable-device-code)
    need
    case $value in true) compile_flags+=(-D__CUDACC_RDC__=1) linkage=() ;; false) ;; *) fail "$name=$value: true or false" ;; esac
    ;;
  -fmad | --fmad)
    need
    case $value in true) fmad=1 ;; false) fmad=0 ;; *) fail "$name=$value: true or false" ;; esac
    ;;
  --default-device) strictness+=(--default-device) ;;
  -microscope | --microscope) mode=microscope ;;
  -trace | --trace) need && trace=$value && mode=microscope ;;
  *) return 1 ;;
  esac
  return 0
}

# Options that affect only GPU code, with a value and without, and warnings that only nvcc has.
take_gpu_only() {
  case $name in
  -Wno-deprecated-gpu-targets | -Wno-deprecated-declarations | -Wreorder | -Wdefault-stream-launch | -Wext-lambda-captures-this | \
    -Wmissing-launch-bounds) ;;
  -arch | --gpu-architecture | -code | --gpu-code | -gencode | --generate-code | -Xptxas | --ptxas-options | -Xnvlink | \
    --nvlink-options | -Xarchive | --archive-options | -maxrregcount | --maxrregcount | -ccbin | --compiler-bindir | \
    -cudart | --cudart | -cudadevrt | --cudadevrt | -ftz | --ftz | -prec-div | --prec-div | -prec-sqrt | --prec-sqrt | \
    -diag-suppress | --diag-suppress | -diag-warn | --diag-warn | -diag-error | --diag-error | -t | \
    --threads | -split-compile | --split-compile | -m | --machine | -keep-dir | --keep-dir | \
    -entries | --entries | -target-dir | --target-directory | -nvcc-options | -idp | -ddp | -dp | --time | -time | \
    -Ofc | --Ofast-compile | --libdevice-directory | -jump-table-density | --jump-table-density)
    need
    ;;
  -t[0-9]* | -m64 | -res-usage | --resource-usage | -restrict | --restrict | -src-in-ptx | --source-in-ptx | -dlto | --dlink-time-opt | \
    -no-align-double | --no-align-double | --lto | -extra-device-vectorization | --extra-device-vectorization | \
    -ewp | --extensible-whole-program | -allow-unsupported-compiler | --allow-unsupported-compiler | -gen-opt-lto | \
    --gen-opt-lto | -no-compress | --no-compress | -err-no | --display-error-number | -no-err-no | \
    --no-display-error-number | -brief-diag* | --brief-diagnostics* | -clean | --clean-targets | -Wno-* | \
    -forward-unknown-to-host-compiler | --forward-unknown-to-host-compiler | -noprof | --no-profile | -dopt* | --dopt* | \
    -host-stub-linkage-explicit | -static-global-template-stub* | --static-global-template-stub*) ;;
  *) return 1 ;;
  esac
  return 0
}

read_command_line() {
  while [ $# -gt 0 ]; do
    word=$1
    shift
    value='' name=$word attached=0
    case $word in
    --*=* | -arch=* | -code=* | -gencode=* | -std=* | -rdc=* | -ccbin=* | -Xcompiler=* | -Xlinker=* | -Xptxas=* | \
      -maxrregcount=* | -cudart=* | -x=* | -o=* | -D=* | -include=* | -use_fast_math=* | -ftz=* | -prec-div=* | \
      -prec-sqrt=* | -fmad=* | -default-stream=* | -diag-suppress=* | -Werror=* | -keep-dir=* | -t=* | -m=*)
      name=${word%%=*} value=${word#*=} attached=1
      ;;
    esac
    rest=("$@") taken=0
    if ! take_task && ! take_files && ! take_language && ! take_gpu_only; then
      case $name in
      -) fail "standard input is not read: name a file" ;;
      -*) fail "unknown option '$word' (options for the host compiler go through -Xcompiler)" ;;
      *) add_input "$word" ;;
      esac
    fi
    [ $taken = 0 ] || shift
  done
  check_command_line
}

check_command_line() {
  [ ${#inputs[@]} -gt 0 ] || fail "no input files (cu++ --help shows the options)"
  if [ $mode = microscope ] && [ -z "$microscope_library" ]; then
    fail "this emulator was built without its microscope" 1
  fi
  if [ -n "$output" ] && [ ${#inputs[@]} -gt 1 ] && { [ $step = compile ] || [ $step = preprocess ]; }; then
    fail "-o names one file, but there are several to compile"
  fi

  if [ $step = module ] && [ ${#inputs[@]} -gt 1 ]; then
    fail "-$module_form takes one file"
  fi
}
