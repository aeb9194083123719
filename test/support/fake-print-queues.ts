/** Fake CUPS programs in a folder that replaces the file system's root. They record their arguments. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { watch } from "node:fs/promises";
import { escPosReader, type Paper } from "./escpos-reader.ts";

export interface FakePrintQueues {
  /** Sets the output of `lpstat -p -a` */
  say(lines: string): void;
  /** Sets the exit code of `lp` */
  failWith(code: number): void;
  /** Makes `lp` hang. */
  hang(): void;
  /** Arguments and environment of the latest `lp` call */
  called(): { arguments: string[]; environment: string[] };
  job(): Promise<Paper>;
}

const LPSTAT = `printer TM is idle.  enabled since Sat 28 Nov 2026 10:00:00
TM accepting requests since Sat 28 Nov 2026 10:00:00
`;

/** @param root the folder that replaces the root */
export function fakePrintQueues(root: string): FakePrintQueues {
  const bin = `${root}/usr/bin`;
  mkdirSync(bin, { recursive: true });
  mkdirSync(`${root}/jobs`);
  const write = (name: string, text: string) => {
    // Renamed into place: a program cannot run while it is being written.
    writeFileSync(`${bin}/${name}.new`, text);
    chmodSync(`${bin}/${name}.new`, 0o755);
    renameSync(`${bin}/${name}.new`, `${bin}/${name}`);
  };
  const say = (lines: string) => write("lpstat", `#!/bin/sh\n/bin/cat <<'END'\n${lines}END\n`);
  const failWith = (code: number) =>
    write(
      "lp",
      `#!/bin/sh
/usr/bin/env > '${root}/environment'
for argument in "$@"; do echo "$argument"; done > '${root}/arguments'
/bin/cat > '${root}/job'
/bin/mv '${root}/job' '${root}/jobs/job'
exit ${code}
`,
    );
  say(LPSTAT);
  failWith(0);
  const lines = (name: string) => readFileSync(`${root}/${name}`, "utf8").trimEnd().split("\n");
  return {
    say,
    failWith,
    hang: () => write("lp", "#!/bin/sh\nexec /bin/sleep 1000000\n"),
    called: () => ({ arguments: lines("arguments"), environment: lines("environment") }),
    async job() {
      const path = `${root}/jobs/job`;
      const changes = watch(`${root}/jobs`);
      while (!existsSync(path)) await changes[Symbol.asyncIterator]().next();
      const reader = escPosReader(48);
      reader.read(readFileSync(path), () => undefined);
      renameSync(path, `${root}/read`);
      const [paper] = reader.papers;
      if (paper === undefined) throw new Error("the job has no paper");
      return paper;
    },
  };
}
