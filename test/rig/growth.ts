/**
 * How many times longer `large` takes than `small`, in processor time: how busy the machine is does not count. One good
 * measurement of several is enough, because work that grows too fast gives none.
 */
export async function growth(
  work: (size: number) => unknown,
  { small, large, limit }: { readonly small: number; readonly large: number; readonly limit: number },
): Promise<number> {
  const time = async (size: number): Promise<number> => {
    const start = process.cpuUsage();
    await work(size);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  await time(small);
  let best = Infinity;
  for (let attempt = 0; attempt < 8 && best >= limit; attempt++)
    // What takes next to no time is measured by the clock's steps.
    best = Math.min(best, (await time(large)) / Math.max(await time(small), 500));
  return best;
}
