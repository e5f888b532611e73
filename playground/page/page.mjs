// The page: a lesson's options as fields, its program in a worker, and what the program prints.
import { Output, run } from './output.mjs';

const part = (id) => document.getElementById(id);
const lessons = await (await fetch('lessons.json')).json();
const output = new Output(part('output'));
let stop = null;

// ---- Options

function field(option) {
  const id = `option${option.name}`, row = document.createElement('p');
  row.className = option.type === 'flag' ? 'field flag' : 'field';
  const label = document.createElement('label'), hint = document.createElement('span');
  label.htmlFor = id;
  label.textContent = option.name;
  hint.className = 'hint';
  hint.id = `${id}-hint`;
  hint.textContent = option.text;
  const input = document.createElement(option.choices ? 'select' : 'input');
  input.id = id;
  input.dataset.option = option.name;
  input.setAttribute('aria-describedby', hint.id);
  if (option.choices) {
    input.append(new Option('(default)', ''), ...option.choices.map((choice) => new Option(choice, choice)));
  } else if (option.type === 'flag') {
    input.type = 'checkbox';
    label.append(' ', hint);
    row.append(input, label);
    return row;
  } else if (/INT/.test(option.type)) {
    input.type = 'number';
    [input.min, input.max] = option.range ?? [0, ''];
  } else {
    input.type = 'text';
    input.inputMode = option.default === undefined ? 'text' : 'decimal';
    input.placeholder = option.default ?? '';
  }
  label.append(' ', hint);
  row.append(label, input);
  if (option.default > 0) row.append(slider(option, input));
  return row;
}

// From a sixteenth to four times the default, by factors of two.
function slider(option, input) {
  const range = document.createElement('input');
  Object.assign(range, { type: 'range', min: -4, max: 2, step: 1, value: 0 });
  range.setAttribute('aria-label', `${option.name}, as a multiple of the default`);
  range.addEventListener('input', () => {
    const value = option.default * 2 ** Number(range.value);
    input.value = option.whole ? Math.max(1, Math.round(value)) : value;
  });
  return range;
}

function optionsGiven() {
  const given = [];
  for (const input of document.querySelectorAll('[data-option]')) {
    if (input.type === 'checkbox') {
      if (input.checked) given.push(input.dataset.option);
    } else if (input.value !== '') {
      given.push(input.dataset.option, input.value);
    }
  }
  return given;
}

function show(name) {
  const lesson = lessons.find((one) => one.name === name) ?? lessons[0];
  part('lesson').value = lesson.name;
  part('title').textContent = lesson.title;
  part('fields').replaceChildren(...lesson.options.map(field));
  part('options').hidden = lesson.options.length === 0;
  document.title = `${lesson.name}: CUDA by Chapter in the browser`;
}

// ---- Running

const say = (text) => (part('status').textContent = text);
function start() {
  output.clear();
  part('run').disabled = true;
  part('stop').disabled = false;
  say('Loading …');
  stop = run({ lesson: part('lesson').value, options: optionsGiven() }, output, say, () => {
    stop = null;
    part('run').disabled = false;
    part('stop').disabled = true;
  });
}

part('form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (!stop) start();
});
part('stop').addEventListener('click', () => stop?.());
part('lesson').addEventListener('change', ({ target }) => {
  history.replaceState(null, '', `?lesson=${target.value}`);
  show(target.value);
});

for (const chapter of new Set(lessons.map((lesson) => lesson.chapter))) {
  const group = document.createElement('optgroup');
  group.label = chapter.replace(/^ch(\d+)_/, (_all, number) => `Chapter ${Number(number)}: `).replaceAll('_', ' ');
  group.append(...lessons.filter((lesson) => lesson.chapter === chapter).map(({ name }) => new Option(name, name)));
  part('lesson').append(group);
}
show(new URLSearchParams(location.search).get('lesson') ?? 'hello');
