/**
 * What the built program has of undici: its connections. A megabyte of it is a fetch, sockets, caches and doubles for tests,
 * which no till uses and each start would read.
 */
import api from "undici/lib/api/index.js";
import buildConnector from "undici/lib/core/connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import parser from "undici/lib/dispatcher/parser-h1.js";
import Pool from "undici/lib/dispatcher/pool.js";

// Its other parser is not built in, whatever the environment says.
parser.setMiloEnabled(false);
// As the library's own entry does it.
Object.assign(Dispatcher.prototype, api);

export { Agent, buildConnector, Pool };
