/**
 * glibc settings for the till's process (mallopt(3)): one arena for all threads, and blocks over 16 kB returned when
 * freed. By default each thread keeps tens of megabytes from V8's compiler.
 */
export const MALLOC_SETTINGS = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "16384", MALLOC_TOP_PAD_: "0" };
