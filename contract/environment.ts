/** Which money a till moves: play money in its own sandbox, a service's testbed, or real money. */
export type Environment = "demo" | "test" | "live";
