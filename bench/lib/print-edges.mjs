// Prints all edges of the repository in the working directory, through the library.
const [library, configFile] = process.argv.slice(2);
const { wholeGraph } = await import(library);
const result = await wholeGraph({ configFile });
if (!result.ok) throw new Error(JSON.stringify(result.failures));
process.stdout.write(JSON.stringify(result.value.edges));
