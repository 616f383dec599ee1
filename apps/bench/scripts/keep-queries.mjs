// Writes judged/search-queries.json after a build. Once the queries change, earlier figures cannot be compared with later ones.
import { writeFileSync } from "node:fs";
import { readAnimals } from "../dist/search/animals.js";
import { makeQueries } from "../dist/search/make-queries.js";
import { queriesFile } from "../dist/search/queries.js";

const lines = makeQueries(readAnimals()).map((judged) => JSON.stringify(judged));
writeFileSync(queriesFile, `[\n${lines.join(",\n")}\n]\n`);
