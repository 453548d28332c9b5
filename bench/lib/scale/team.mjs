// What a team does in a day: edits, runs, pull requests, merges.

/** Gives one step after the other: an edit, a branch that starts, a merge, or a run, by whom and where. */
export function createTeam({ developers, editsPerRun, runsPerBranch, reworkShare, ownShare }, world, random) {
  let contents = 0;
  const around = (mean) => 1 + random.below(mean * 2 - 1);
  const start = (id) => ({ id, step: "pull", left: around(runsPerBranch), edits: new Map() });
  const people = Array.from({ length: developers }, (_, id) => start(id));

  function* edit(person) {
    for (let left = around(editsPerRun); left > 0; left -= 1) {
      // Mostly in a package of their own.
      const own = random.next() < ownShare ? person.id % world.packages : random.below(world.packages);
      const file = own * world.perPackage + random.below(world.perPackage);
      contents += 1;
      yield { do: "edit", who: person.id, file, before: person.edits.get(file), content: contents };
      person.edits.set(file, contents);
    }
  }

  return function* steps() {
    for (;;) {
      const person = people[random.below(people.length)];
      const who = person.id;
      if (person.step === "pull") {
        yield { do: "start", who };
        person.step = "edit";
        yield { do: "run", who, scope: who, where: "own" };
      } else if (person.step === "edit") {
        yield* edit(person);
        person.left -= 1;
        if (person.left <= 0) person.step = "review";
        yield { do: "run", who, scope: who, where: "own" };
      } else if (person.step === "review") {
        const isBack = random.next() < reworkShare;
        Object.assign(person, isBack ? { step: "edit", left: 1 } : { step: "merge" });
        yield { do: "run", who, scope: who, where: "ci" };
      } else {
        yield { do: "merge", edits: [...person.edits] };
        people[who] = start(who);
        yield { do: "run", who: null, scope: "main", where: "ci" };
      }
    }
  };
}
