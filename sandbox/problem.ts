/** Error response: status, text and fields (section 7, G18). */

/** `error_details`: each wrong field and what is expected. */
export type ProblemDetails = Readonly<Record<string, string>>;

/** Error of a request; http/errors.ts converts it to a response. */
export class Problem extends Error {
  readonly statusCode: number;
  readonly type: string;
  readonly details: ProblemDetails | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    statusCode: number,
    type: string,
    description: string,
    details: ProblemDetails | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
    this.statusCode = statusCode;
    this.type = type;
    this.details = details;
    this.headers = headers;
  }
}

/** 400: invalid in any state of the service. */
export function invalid(details: ProblemDetails): Problem {
  return new Problem(400, "invalid_request", "The request is not valid; each wrong field is named.", details);
}

/** 401: missing or wrong credentials. */
export function unauthenticated(details: ProblemDetails): Problem {
  return new Problem(401, "unauthenticated", "The request's credentials are missing or wrong.", details);
}

/** 403: valid credentials without sufficient rights. */
export function forbidden(description: string, details: ProblemDetails | null = null): Problem {
  return new Problem(403, "forbidden", description, details);
}

/** 404: not found. */
export function missing(what: string): Problem {
  return new Problem(404, "not_found", `There is no such ${what}.`);
}

/** 409: wrong state, or different data under the same id. */
export function conflict(description: string, details: ProblemDetails | null = null): Problem {
  return new Problem(409, "conflict", description, details);
}

/** Error codes of the token and authorization endpoints (RFC 6749, 4.1.2.1 and 5.2). */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "unsupported_grant_type";

/** Error in the token endpoint's own format. */
export class OAuthProblem extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}
