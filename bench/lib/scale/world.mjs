// A repository as a graph: files in packages, who imports whom, and which tests and packages an edit concerns.
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(next() * limit);
  /** Few are chosen often and most rarely, as edits and imports are. */
  const skewed = (limit) => Math.min(limit - 1, Math.floor(limit * next() ** 2));
  const normal = () => Math.sqrt(-2 * Math.log(next() || 1e-9)) * Math.cos(2 * Math.PI * next());
  return { next, below, skewed, normal };
}

export function createWorld(
  { files, packages, importsPerFile, testShare, packageImports, packageUses },
  random,
) {
  const perPackage = Math.floor(files / packages);
  const packageOf = (file) => Math.min(packages - 1, Math.floor(file / perPackage));
  const isTest = Uint8Array.from({ length: files }, () => (random.next() < testShare ? 1 : 0));
  const packageImporters = Array.from({ length: packages }, () => new Set());
  // Some packages are used by many, and most by few.
  const uses = Array.from({ length: packages }, (_, own) => {
    const used =
      own === 0
        ? []
        : Array.from({ length: 1 + random.below(packageUses * 2 - 1) }, () => random.skewed(own));
    for (const each of used) packageImporters[each].add(own);
    return used;
  });
  const importers = Array.from({ length: files }, () => []);
  for (let file = 0; file < files; file += 1) {
    const own = packageOf(file);
    const inside = file - own * perPackage;
    for (let left = 1 + random.below(importsPerFile * 2 - 1); left > 0; left -= 1) {
      const isFar = uses[own].length > 0 && random.next() < packageImports;
      const target = isFar
        ? uses[own][random.below(uses[own].length)] * perPackage + random.skewed(perPackage)
        : own * perPackage + random.skewed(inside || 1);
      // Nobody imports a test, and nothing imports itself.
      if (target !== file && isTest[target] === 0) importers[target].push(file);
    }
  }
  const reachFrom = (start, next) => {
    const seen = new Set([start]);
    for (const at of seen) for (const to of next(at)) seen.add(to);
    return seen;
  };
  const testsOf = remember((file) =>
    [...reachFrom(file, (at) => importers[at])].filter((at) => isTest[at] === 1),
  );
  const packagesOf = remember((own) => [...reachFrom(own, (at) => packageImporters[at])]);
  const tests = isTest.reduce((sum, each) => sum + each, 0);
  return { files, packages, perPackage, packageOf, isTest, tests, testsOf, packagesOf };
}

function remember(compute) {
  const known = new Map();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = compute(key)));
    return value;
  };
}
