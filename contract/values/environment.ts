/** The money a till moves: play money in its sandbox (`demo`), a testbed (`test`), or real money (`live`). */
export type Environment = "demo" | "test" | "live";
