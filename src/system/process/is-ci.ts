/** Whether this runs in CI, as every CI system says. */
export function isCi(env: NodeJS.ProcessEnv): boolean {
  return (env["CI"] ?? "") !== "";
}
