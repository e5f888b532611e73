# shellcheck shell=bash
# How cu++ links: modules, archives and programs, with the emulator's libraries that they need.

# A module: a shared object, as such or as text.
make_module() {
  stem=${inputs[0]##*/}
  object=$folder/module.so
  # The runtime's names stay undefined: the program that loads the module defines them, including the device's
  # mathematics.
  wrapped=()
  for word in "${link_extra[@]}"; do
    case $word in -Wl,--wrap=*) wrapped+=("$word") ;; esac
  done
  execute "$cxx" -shared "${objects[@]}" ${wrapped[@]+"${wrapped[@]}"} ${link_flags[@]+"${link_flags[@]}"} -o "$object" || exit 1
  module=${output:-$output_folder${stem%.*}.$module_form}
  if [ "$module_form" = ptx ]; then
    {
      printf '// CUDA emulator: a module for this CPU, in the place of PTX\n'
      printf '.version 9.0\n.target sm_90\n.address_size 64\n// object:\n'
      base64 -w 96 "$object" | sed 's|^|// |'
    } >"$module" || exit 1
  else
    cp "$object" "$module" || exit 1
  fi
}

# A library of the emulator that no program has needed yet does not exist in a build of the project, and is built now.
demand() { # TARGET: 1 if it cannot be built
  local target
  for target; do
    [ -f "$parts_folder/lib$target.a" ] || [ -f "$parts_folder/microscope/lib$target.a" ] && continue
    [ ${#build_parts[@]} -gt 0 ] || fail "lib$target.a is missing in $parts_folder" 1
    # One at a time: other programs may be linked at the same time.
    (
      flock 9
      [ $verbose = 0 ] || echo "cu++: building $target" >&2
      "${build_parts[@]}" "$target" >"$folder/build.log" 2>&1
    ) 9>"$parts_folder/cu++.lock" || { cat "$folder/build.log" >&2 && fail "$target could not be built" 1; }
  done
}

# Where LLVM is installed, nm loads it for objects that its compilers might have made for link-time optimisation: 50 ms
# instead of 3.
without_plugins=--plugin=/dev/null

# Sets wanted to the parts that the objects need, by their undefined symbols.
find_parts() {
  local kind name found='' part
  while read -r kind name; do
    [ "$kind" = U ] || continue
    case $name in # ;;& looks at the other patterns too
    *ptx* | *tensor_map*) found+=' ptx' ;;&
    cu[[:upper:]]* | _Z[0-9]cu[[:upper:]]* | _Z[0-9][0-9]cu[[:upper:]]*) found+=' ptx driver' ;;& # tensor maps are there
    *nvrtc* | *GetDriverEntryPoint*) found+=' driver' ;;&
    *cublas*) found+=' blas' ;;&
    *cufft*) found+=' fft' ;;&
    *nccl*) found+=' nccl' ;;&
    *curand* | *_advance*) found+=' rand' ;;&
    *cusolver*) found+=' solver' ;;&
    *cusparse*) found+=' sparse' ;;
    esac
  done < <({ nm $without_plugins -u "${objects[@]}" || nm -u "${objects[@]}"; } 2>/dev/null)
  wanted=()
  for part in $part_names; do
    [[ "$found " != *" ${part#cuda_emulator_} "* ]] || wanted+=("$part")
  done
}

link_program() {
  engine=("$library")
  find_parts
  if [ $modules = 1 ]; then # modules use the runtime of the program, whatever part of it they need
    read -r -a wanted <<<"$part_names"
  fi
  [ $mode = plain ] || demand cuda_emulator_microscope
  demand ${wanted[@]+"${wanted[@]}"}
  for part in ${wanted[@]+"${wanted[@]}"}; do engine+=("$parts_folder/lib$part.a"); done
  whole=() # linked completely, whether the program names it or not
  [ $mode = plain ] || whole=("$microscope_library")
  if [ $mode = microscope ]; then
    if [ -n "$trace" ]; then # the program writes its page there unless CUDA_EMULATOR_TRACE names another file
      printf 'extern const char cuda_emulator_trace_file[];\nconst char cuda_emulator_trace_file[] = R"(%s)";\n' \
        "$trace" >"$folder/trace.cpp"
      execute "$cxx" -c "$folder/trace.cpp" -o "$folder/trace.o" || exit 1
      objects+=("$folder/trace.o")
    fi
  fi
  if [ $modules = 1 ]; then # NVRTC finds this script
    printf 'extern "C" { extern const char cuda_emulator_driver[]; const char cuda_emulator_driver[] = R"(%s)"; }\n' \
      "$(readlink -f "$0")" >"$folder/driver.cpp"
    execute "$cxx" -c "$folder/driver.cpp" -o "$folder/driver.o" || exit 1
    objects+=("$folder/driver.o")
    whole+=("${engine[@]}")
    link_flags+=(-rdynamic)
  fi
  engine=("-Wl,--whole-archive" ${whole[@]+"${whole[@]}"} "-Wl,--no-whole-archive" "-Wl,--start-group" "${engine[@]}" "-Wl,--end-group")
  program=${output:-a.out}
  # The linker that the build found to be faster, unless an option may be for the usual one alone.
  linker=()
  if [ -n "$fast_linker" ] && [ "$cxx" = "$compiler" ] && [ $modules = 0 ]; then
    case " ${link_flags[*]-} " in *' -Wl,'* | *' -fuse-ld='* | *' -shared '* | *' -static'*) ;; *) linker=("$fast_linker") ;; esac
  fi
  execute "$cxx" ${linker[@]+"${linker[@]}"} "${objects[@]}" ${link_flags[@]+"${link_flags[@]}"} "${engine[@]}" "${link_extra[@]}" -o "$program" || exit 1
  if [ $run = 1 ]; then
    case $program in /*) ;; *) program=./$program ;; esac
    execute "$program"
  fi
}
