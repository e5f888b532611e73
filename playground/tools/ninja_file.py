"""Writes build/playground/build.ninja: the emulator and the lessons, compiled for WebAssembly."""
import json
import re
import shlex

FEATURES = ['exception-handling', 'bulk-memory', 'mutable-globals', 'sign-ext', 'nontrapping-float-to-int', 'multivalue',
            'reference-types']
# Functions with a waiting thread's calls below them that call through a pointer, in the emulator: the kernel itself.
WAITING = ['*cuda_emulator*run_threads*', '*cuda_emulator*run_plain_calls*']
# Each is replaced by a file of the folder wasm, or belongs to processors whose code is in memory.
REPLACED = {'platform': {'calls', 'context', 'faulting_access', 'number_traps', 'pages', 'process_threads', 'source_line',
                         'thread_variables'},
            'engine': {'fault'}, 'math': {'device_math_fma'}, 'runtime': {'static_shared'}}

LIBRARIES = ['c++', 'c++abi', 'wasi-emulated-signal', 'wasi-emulated-process-clocks', 'wasi-emulated-getpid', 'c']

RULES = r'''
ninja_required_version = 1.10
rule cxx
  command = $cxx $flags -MD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
  description = $in
rule translate
  command = $translator --whole-divisions $mathematics -I$root/emulator/course -I$root -I$root/emulator/include --depfile $out.d $in -o $out
  depfile = $out.d
  description = translate $in
rule checked
  command = $cxx $flags -MD -MF $out.d -S -emit-llvm $in -o $out.ll && node $tools/fuse.mjs $out.ll $out.fused.ll $list && $
    $cxx_alone $back -c $out.fused.ll -o $out && rm $out.ll $out.fused.ll
  depfile = $out.d
  deps = gcc
  description = $in
rule link
  command = wasm-ld-19 $in --start-lib $library --end-lib $link -o $out --Map=$out.map
  description = link $out
rule symbols
  command = node $tools/symbols.mjs $module $module.map $out $lists
  description = symbols $out
rule module
  command = wasm-opt $features -g --asyncify --pass-arg=asyncify-ignore-imports --pass-arg=asyncify-ignore-indirect $
    --pass-arg=asyncify-addlist@'$waiting'`sed -n 's/ \*$$/,/p' $lists | tr -d '\n' | sed 's/^/,/;s/,$$//'` $in -o $out.asyncified $
    2>$out.warnings && $
    wasm-opt $features -O$level --strip-debug --strip-producers $out.asyncified -o $out && rm $out.asyncified
  description = asyncify $out
rule pack
  command = gzip -9nc $in >$out
  description = pack $out
rule own
  command = node $tools/own.mjs $root . $manifest
  description = what compiles programs in the page
'''


def words_of_flags(file):
    """The words of flags.txt for clang++ and programs that no microscope checks."""
    words, section = [], None
    for line in file.read_text(encoding='utf-8').splitlines():
        if line.startswith('['):
            section = line.strip('[]')
        elif line and not line.startswith('#') and section in ('both', 'clang++', 'plain'):
            words.append(line)
    return [word for word in words if word not in ('-g1', '-fno-tree-vectorize', '-fno-tree-slp-vectorize')]


def redirected_functions(emulator):
    """As emulator/CMakeLists.txt reads them."""
    text = (emulator / 'include/emulator/device_math.hpp').read_text(encoding='utf-8')
    text = text.split('define CUDA_EMULATOR_SHORT_C_FUNCTIONS')[0]
    return re.findall(r'X, (?:float|double), ([a-z0-9]+)\)', text)


class File:
    def __init__(self, root, out):
        self.root, self.out, self.lines = root, out, []

    def build(self, output, rule, inputs, after=(), **variables):
        line = f'build {output}: {rule} ' + ' '.join(str(each) for each in inputs)
        if after:
            line += ' | ' + ' '.join(str(each) for each in after)
        self.lines.append(line)
        self.lines += [f'  {name} = {value}' for name, value in variables.items()]
        return output


def libraries(folder):
    """The first is WASI's start of a program."""
    return [f'{folder}/wasm32-wasip1/crt1-command.o', *(f'{folder}/wasm32-wasip1/lib{name}.a' for name in LIBRARIES),
            f'{folder}/wasm32-unknown-wasip1/libclang_rt.builtins.a']


def write(root, out, native, lessons, level='2', own=True):
    emulator, tools, sysroot = root / 'emulator', root / 'playground/tools', out / 'sysroot'
    system = [f'-isystem {emulator}/src/platform/wasm/include', f'-isystem {sysroot}/include/c++/v1',
              '-isystem /usr/lib/llvm-19/lib/clang/19/include', f'-isystem {sysroot}/include/wasm32-wasip1']
    base = ['-O2 -fno-vectorize -fno-slp-vectorize -std=c++20 -Wall -Wextra -Werror', '-fwasm-exceptions -mbulk-memory',
            '-mnontrapping-fptoint', '-D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -D_WASI_EMULATED_GETPID',
            # No code knows its caller: sites of calls are unknown.
            "'-D__builtin_return_address(level)=((void*)0)'",
            # The library is for a newer compiler, and says so in each file.
            "'-Wno-#warnings'"]
    # Every access calls checks.cpp, at the end of all optimisations. The driver refuses this option for WebAssembly.
    checked_flags = '-Xclang -fsanitize=thread -mllvm -tsan-instrument-func-entry-exit=0'
    file = File(root, out)
    engine = engine_objects(file, emulator, base)
    is_lesson = file.build('obj/is_lesson.o', 'cxx', [emulator / 'course/is_lesson.cpp'], flags=' '.join(base))
    device = base + [checked_flags, '-DCUDA_EMULATOR_FMA=1', f'-I{emulator}/course -I{root} -isystem {emulator}/include'] + words_of_flags(emulator / 'flags.txt')
    host = base + [f'-I{root} -isystem {emulator}/include -isystem {out}/headers', '-DCOURSE_FOLDER=\\"\\"']
    common = [file.build(f'obj/common/{name}.o', 'cxx', [root / f'common/{name}.cpp'], flags=' '.join(host))
              for name in ('check', 'image', 'lesson', 'matrix_market', 'parallel', 'plot', 'queue_gate', 'recorded',
                           'report', 'timer', 'values')]
    common.append(kernels(file, root / 'common/ceilings.cu', 'common', device))
    targets = [target for each in lessons
               for target in lesson_module(file, root, each, engine, is_lesson, common, device, host + [checked_flags])]
    link = ['--no-demangle --gc-sections --stack-first -z stack-size=1048576',
            *(f'--wrap={name}' for name in [*redirected_functions(emulator), 'fma']),
            *libraries(f'{sysroot}/lib')]
    if own:
        targets.append(own_programs(file, root, out, engine, base, device, host + [checked_flags], link))
    compiler = 'clang++-19 --target=wasm32-wasip1'
    head = {'cxx': f'{compiler} -nostdinc++ -nostdinc ' + ' '.join(system), 'cxx_alone': compiler,
            'back': '-O2 -fwasm-exceptions -Wno-override-module', 'root': root, 'tools': tools, 'page': root / 'playground/page',
            'translator': native / 'emulator/cu2cpp', 'link': ' '.join(link),
            'features': ' '.join(f'--enable-{name}' for name in FEATURES), 'waiting': ','.join(WAITING), 'level': level, 'mathematics': ''}
    text = '\n'.join(f'{name} = {value}' for name, value in head.items()) + RULES + '\n'.join(file.lines) + '\n'
    ninja = out / 'build.ninja'
    if not ninja.exists() or ninja.read_text(encoding='utf-8') != text:
        ninja.write_text(text, encoding='utf-8')
    return targets


def engine_objects(file, emulator, base):
    objects = []
    for folder in ('platform', 'memory', 'engine', 'math', 'runtime', 'ptx'):
        sources = [each for each in sorted((emulator / 'src' / folder).glob('*.cpp'))
                   if each.stem not in REPLACED.get(folder, ())]
        for source in sources + sorted((emulator / 'src' / folder / 'wasm').glob('*.cpp')):
            flags = [*base, f'-I{emulator}/include -I{emulator}/src']
            if source.stem == 'device_math_plain':
                flags.append('-ffp-contract=off -fno-math-errno')
            name = source.relative_to(emulator / 'src').with_suffix('.o')
            objects.append(file.build(f'obj/engine/{name}', 'cxx', [source], flags=' '.join(flags)))
    return objects


def checked(file, source, target, flags):
    """An object whose accesses are checked, and beside it the list of its functions."""
    return file.build(target, 'checked', [source], after=['$tools/fuse.mjs', '$page/fuse.mjs'], flags=' '.join(flags), list=target + '.list')


def kernels(file, source, name, device, fast=False):
    translated, target = f'obj/{name}/{source.stem}.cu.cpp', f'obj/{name}/{source.stem}.cu.o'
    file.build(translated, 'translate', [source], after=['$translator'], mathematics='--fast-math' if fast else '')
    flags = device + [f'-iquote {source.parent}'] + (['-D__USE_FAST_MATH__=1'] if fast else [])
    return checked(file, translated, target, flags)


def sources_of(root, lesson):
    """Of a lesson: its own files, without those of FAST_MATH, and those that it shares with others."""
    folder, name = root / lesson['folder'], lesson['name']
    sources = [root / each if each.startswith('common/') else folder / each for each in lesson['SOURCES']]
    sources += [root / each for each in lesson['SHARES']]
    if (folder / f'{name}.cu').exists():
        sources.insert(0, folder / f'{name}.cu')
    if (folder / 'main.cpp').exists():
        sources.append(folder / 'main.cpp')
    return sources


def lesson_module(file, root, lesson, engine, is_lesson, common, device, host):
    folder, name = root / lesson['folder'], lesson['name']
    objects = [kernels(file, each, name, device) if each.suffix == '.cu' else
               checked(file, each, f'obj/{name}/{each.stem}.o', host) for each in sources_of(root, lesson)]
    objects += [kernels(file, folder / each, name, device, fast=True) for each in lesson['FAST_MATH']]
    module = f'obj/{name}/{name}.wasm'
    lists = [each + '.list' for each in objects]
    library = engine + ([] if lesson['plain'] else common)
    file.build(module, 'link', objects + [is_lesson], library=' '.join(library), after=library)
    symbols = file.build(f'obj/{name}/{name}.symbols', 'symbols', [module], after=['$tools/symbols.mjs', '$page/symbols.mjs'], module=module,
                         lists=' '.join(lists))
    ready = file.build(f'obj/{name}/{name}.ready.wasm', 'module', [module], lists=' '.join(lists))
    packed = file.build(f'{lesson["to"]}/lessons/{name}.wasm.gz', 'pack', [ready])
    return [packed, symbols]


def own_programs(file, root, out, engine, base, device, host, link):
    """What the page needs to compile a program: cu2cpp for WebAssembly, and one file of words and places for tools/own.mjs."""
    translator, objects = root / 'emulator/translator', []
    for source in sorted([*translator.glob('*.cpp'), *translator.glob('*/*.cpp'), *translator.glob('*/wasm/*.cpp')]):
        if (source.parent / 'wasm' / source.name).exists():
            continue
        flags = [*base, f'-I{translator} -I{root}/emulator/src']
        name = source.relative_to(translator).with_suffix('.o')
        objects.append(file.build(f'obj/translator/{name}', 'cxx', [source], flags=' '.join(flags)))
    objects += [each for each in engine if each.endswith('platform/wasm/exceptions.o')]
    translate = file.build('obj/own/cu2cpp.wasm', 'link', objects, library='')
    # As cu++ compiles, so without the warnings that the lessons' own code is held to.
    words = [word for word in shlex.split(' '.join(device)) if word not in ('-std=c++20', '-Wall', '-Wextra', '-Werror', '-isystem')]
    words = ['-std=gnu++17', *(word for word in words if not word.startswith(('-I', '/')))]
    # What the exercises' programs are linked with.
    harness = checked(file, root / 'exercises/harness.cpp', 'obj/own/harness.o', host)
    manifest = {'objects': {'harness.o': harness}, 'compile': words, 'link': shlex.split(' '.join(link)), 'engine': engine, 'translator': translate,
                'waiting': WAITING}
    text, place = json.dumps(manifest), out / 'own.json'
    if not place.exists() or place.read_text(encoding='utf-8') != text:
        place.write_text(text, encoding='utf-8')
    headers = sorted(each for each in (root / 'emulator/include').rglob('*') if each.is_file())
    inputs = [translate, harness, *engine, place, root / 'playground/package-lock.json', '$tools/own.mjs', '$page/toolchain.mjs', *headers]
    return file.build('dist/own/toolchain.json', 'own', inputs, manifest=place)
