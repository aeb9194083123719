/** Node's modules of TLS, loaded when something of them is first used: some 30 ms of a start that may need neither. */

export const https = () => process.getBuiltinModule("node:https");

export const tls = () => process.getBuiltinModule("node:tls");
