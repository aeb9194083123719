/** glibc settings (mallopt(3)) that return freed memory. By default each thread keeps tens of megabytes. */
export const MALLOC_SETTINGS = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "16384", MALLOC_TOP_PAD_: "0" };
