/** `npm run seed`: see `USAGE`. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { seedFolder } from "./folder.ts";

const USAGE = `npm run seed -- --payments N [--data DIR] [--days N] [--seed N] [--unsigned]

Fills an empty data folder with what a busy till would have left there: payments with all that belongs to them over two
years, until now. All of it is invented. Start it with: npm start -- --data DIR

  --payments N   how many (1000000)
  --data DIR     where: a folder that no till has been in (./seeded)
  --days N       over how many days (730)
  --seed N       another number, another shop (1)
  --unsigned     leaves out the signatures of SAF-T: the till makes them when it starts
`;

/** Parses the command line and creates the folder. @returns the exit code */
export async function seed(argv: string[]): Promise<number> {
  const options = {
    payments: { type: "string", default: "1000000" },
    data: { type: "string", default: "seeded" },
    days: { type: "string", default: "730" },
    seed: { type: "string", default: "1" },
    unsigned: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args: argv, options });
  const [payments, days, number] = [values.payments, values.days, values.seed].map(Number);
  if (values.help || !isCount(payments) || !isCount(days) || !Number.isSafeInteger(number)) {
    console.error(USAGE);
    return values.help ? 0 : 2;
  }
  const dataDir = resolve(values.data);
  const startedAt = performance.now();
  let reported = 0;
  const seeded = await seedFolder({
    ...{ dataDir, payments, days, seed: number ?? 1, until: Date.now(), signed: !values.unsigned },
    onProgress(done) {
      if (done - reported < payments / 10) return;
      reported = done;
      console.error(`${done} payments`);
    },
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `${dataDir}: ${seeded.payments} payments, ${seeded.journal} journal rows, ${seeded.reports} Zs, in ${seconds} s`,
  );
  return 0;
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0;
}
