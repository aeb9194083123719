/** Modules of Node's that most tills do without, loaded when something of them is first used: each start would wait for them. */

export const https = () => process.getBuiltinModule("node:https");

export const zlib = () => process.getBuiltinModule("node:zlib");
