// Prints all edges of the repository in the working directory, through the library.
import { wholeGraph } from "../../dist/index.js";

const result = await wholeGraph({ configFile: process.argv[2] });
if (!result.ok) throw new Error(JSON.stringify(result.failures));
process.stdout.write(JSON.stringify(result.value.edges));
