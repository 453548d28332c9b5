/** The name of a tool's check in the maze. */
export function checkName(tool: string, index: number): string {
  return `${tool.replaceAll(/\W+/g, "-")}-${index}`;
}
