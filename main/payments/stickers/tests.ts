/** Sticker tests: for half a minute the sticker's next scan belongs to its test. In memory; a restart ends them. */
import { STICKER_TEST_MS, type Sticker } from "../../../contract/payments/stickers.ts";
import type { Clock } from "../../lib/clock.ts";
import { iso } from "../../lib/iso-time.ts";

export type StickerTests = ReturnType<typeof stickerTests>;

export function stickerTests(clock: Pick<Clock, "now" | "monotonic">) {
  const tests = new Map<string, { endsAt: number; until: string; arrivedAt: string | null }>();
  const isRunning = (id: string) => {
    const test = tests.get(id);
    return test !== undefined && test.arrivedAt === null && clock.monotonic() < test.endsAt;
  };
  return {
    begin(id: string) {
      const until = iso(clock.now() + STICKER_TEST_MS);
      tests.set(id, { endsAt: clock.monotonic() + STICKER_TEST_MS, until, arrivedAt: null });
    },
    isRunning,
    complete(id: string) {
      const test = tests.get(id);
      if (test !== undefined) test.arrivedAt = iso(clock.now());
    },
    view(id: string): Sticker["test"] {
      const test = tests.get(id);
      return test === undefined ? null : { until: test.until, arrivedAt: test.arrivedAt };
    },
  };
}
