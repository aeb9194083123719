/**
 * The parts of undici that the program uses: its connections. Saves about a megabyte of fetch, sockets, caches and
 * mocks on each start.
 */
import api from "undici/lib/api/index.js";
import buildConnector from "undici/lib/core/connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import parser from "undici/lib/dispatcher/parser-h1.js";
import Pool from "undici/lib/dispatcher/pool.js";

// The second parser is not included, whatever the environment says.
parser.setMiloEnabled(false);
// Same as in the library's own entry.
Object.assign(Dispatcher.prototype, api);

export { Agent, buildConnector, Pool };
