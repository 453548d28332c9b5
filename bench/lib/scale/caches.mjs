// What each way of keeping results has to run, to ask for and to move. A result is known by all that it depends on.

/** A number for a content of a file. The sum of those of several files stands for all of them. */
function numberOf(file, content) {
  let value = Math.imul(file + 1, 0x9e3779b1) ^ Math.imul(content, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 12)) * 2097152 + ((Math.imul(value, 0x297a2d39) >>> 11) & 2097151);
}

/** Results by file: formatting and lint of each, and each test by all that it imports. */
export function fileLevel(world, { seconds, testSeconds }) {
  const tests = [...world.isTest.keys()].filter((file) => world.isTest[file] === 1);
  const placeOf = new Map(tests.map((file, index) => [file, world.files + index]));
  return {
    size: world.files + tests.length,
    // Formatting and lint depend on the same, and are counted together.
    weightOf: (id) => (id < world.files ? 2 : 1),
    secondsOf: (id) =>
      id < world.files ? seconds.format + seconds.lint : testSeconds[tests[id - world.files]],
    concernedBy: (file) => [file, ...world.testsOf(file).map((test) => placeOf.get(test))],
  };
}

/** Results by package: formatting and lint by its files, and its tests also by the packages that it uses. */
export function taskLevel(world, { seconds, testSeconds }) {
  const testsIn = new Float64Array(world.packages);
  testSeconds.forEach((each, file) => (testsIn[world.packageOf(file)] += each));
  const lint = (seconds.format + seconds.lint) * world.perPackage;
  return {
    size: world.packages * 2,
    weightOf: (id) => (id < world.packages ? 2 : 1),
    secondsOf: (id) => (id < world.packages ? lint : testsIn[id - world.packages]),
    concernedBy: (file) => {
      const own = world.packageOf(file);
      return [own, ...world.packagesOf(own).map((each) => world.packages + each)];
    },
  };
}

/** A team's runs with one way of keeping results. `canRead(scope, writer)`: whether what a writer wrote for a scope is believed. */
export function createSimulation(level, { canRead }) {
  const main = { sums: new Float64Array(level.size), contents: new Map() };
  const branches = new Map();
  const machines = new Map();
  const shared = new Map();
  const totals = {
    runs: 0,
    asked: 0,
    hits: 0,
    changed: 0,
    changedHits: 0,
    ranSeconds: 0,
    savedSeconds: 0,
    written: 0,
    ran: [],
  };

  function change(state, file, content) {
    const before = state.contents.get(file);
    const delta = numberOf(file, content) - (before === undefined ? 0 : numberOf(file, before));
    state.contents.set(file, content);
    for (const id of level.concernedBy(file)) state.sums[id] += delta;
  }

  function run({ who, scope, where }) {
    const { sums } = scope === "main" ? main : branches.get(who);
    const local =
      where === "ci" ? null : (machines.get(who) ?? machines.set(who, createMachine(level)).get(who));
    const fresh = [];
    let seconds = 0;
    for (let id = 0; id < level.size; id += 1) {
      if (local?.last[id] === sums[id]) continue;
      const key = `${id} ${sums[id]}`;
      if (local?.known.has(key) === true) continue;
      // What nobody has changed since the beginning is on main.
      const isOld = sums[id] === 0;
      const writers = isOld ? ["main"] : [...(shared.get(key) ?? [])];
      const isHit = writers.some((writer) => canRead(scope, writer));
      totals.asked += level.weightOf(id);
      if (!isOld) totals.changed += level.weightOf(id);
      if (isHit) {
        totals.hits += level.weightOf(id);
        if (!isOld) totals.changedHits += level.weightOf(id);
        totals.savedSeconds += level.secondsOf(id);
      } else {
        seconds += level.secondsOf(id);
        fresh.push(id);
      }
      local?.known.add(key);
    }
    local?.last.set(sums);
    for (const id of fresh) {
      const key = `${id} ${sums[id]}`;
      (shared.get(key) ?? shared.set(key, new Set()).get(key)).add(scope);
      totals.written += level.weightOf(id);
    }
    totals.runs += 1;
    totals.ranSeconds += seconds;
    totals.ran.push(seconds);
  }

  return {
    totals,
    take(step) {
      if (step.do === "start")
        branches.set(step.who, { sums: main.sums.slice(), contents: new Map(main.contents) });
      else if (step.do === "edit") change(branches.get(step.who), step.file, step.content);
      else if (step.do === "merge") for (const [file, content] of step.edits) change(main, file, content);
      else run(step);
    },
  };
}

function createMachine({ size }) {
  return { last: new Float64Array(size), known: new Set() };
}
