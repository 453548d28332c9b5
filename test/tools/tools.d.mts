/** The directory with the real tools, in the versions of package.json. Installs them where they are missing. */
export function installTools(manifest?: string): string;
/** The version of an installed tool. */
export function toolVersion(modules: string, name: string): string;
/** Lets a project use the tools as if it had installed them. */
export function linkTools(root: string): void;
