/** The client of the Merchant Payments API as a library; see README.md in this folder. */
export type {
  Application,
  ApplicationInput,
  ErrorBody,
  LineItem,
  Merchant,
  PaymentOutcome,
  PaymentRequestInput,
  PaymentRequestUpdate,
  PermissionOutcome,
  PermissionRequestInput,
  PersonalId,
  Pos,
  PosInput,
  Scan,
  ShippingAddress,
  Shortlink,
  ShortlinkInput,
  StatusCode,
  User,
  UserInfo,
  UserInput,
  UserUpdate,
} from "../../../contract/wire/wire.ts";
export { createApplication, deleteApplication } from "./application.ts";
export { type Attachment, uploadAttachments } from "./attachments.ts";
export type { CredentialSource, Credentials, Secret } from "./authentication.ts";
export { type Message, mayFetch, type ParsedMessage, parseMessage } from "./callback-message.ts";
export { type ApiClient, type ApiClientOptions, type CallOptions, createApiClient, withCall } from "./client.ts";
export type { Encoded } from "./encode.ts";
export {
  type ApiError,
  type ApiResult,
  type BearerError,
  type BearerResult,
  type CredentialsProblem,
  describeError,
  type InvalidInput,
  type RawAnswer,
  type Refused,
  type SentError,
  type TokenProblem,
  type TryAgain,
  type TryAgainCause,
} from "./errors.ts";
export { type IdTokenPorts, type IdTokenVerdict, verifyIdToken } from "./id-token.ts";
export { allOf } from "./lists.ts";
export { getMerchant, listMerchants } from "./merchant.ts";
export {
  getBankId,
  getNationalId,
  getShippingAddress,
  getUserInfo,
  type RefreshedAccess,
  refreshAccess,
} from "./oauth.ts";
export {
  type CreatedPaymentRequest,
  encodePaymentRequest,
  encodeUpdate,
  getOutcome,
  getPaymentRequest,
  listPaymentRequests,
  type PaymentRequestData,
  postPaymentRequest,
  putPaymentRequest,
} from "./payment-request.ts";
export {
  encodePermissionRequest,
  getPermissionOutcome,
  getPermissionRequest,
  type PermissionRequestData,
  postPermissionRequest,
} from "./permission-request.ts";
export type { Clock, Log } from "./ports.ts";
export { createPos, deletePos, getPos, listPos, updatePos } from "./pos.ts";
export { mayRepeat } from "./retry.ts";
export {
  createShortlink,
  deleteShortlink,
  getShortlink,
  type LastScan,
  lastScan,
  listShortlinks,
  updateShortlink,
} from "./shortlink.ts";
export { contentDigest, sign, signatureMessage } from "./signing.ts";
export { getStatusCode } from "./status-code.ts";
export { createUser, deleteUser, getUser, listUsers, updateUser } from "./user.ts";
export { headerPairs, type ReceivedCallback, type Verdict, verifyCallback } from "./verify-callback.ts";
