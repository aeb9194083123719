/**
 * How glibc keeps a till's memory, as its process's environment says it (mallopt(3)). It has one pool for all threads, and
 * gives back what came in pieces over 16 kB as soon as it is freed: left alone, each thread keeps what V8's compiler took
 * while the program was new to it, tens of megabytes.
 */
export const MALLOC_SETTINGS = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "16384", MALLOC_TOP_PAD_: "0" };
