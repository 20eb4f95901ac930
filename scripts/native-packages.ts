/** Packages with machine code, which no bundle can hold: they are read from node_modules. */
export const NATIVE_PACKAGES = ['better-sqlite3', '@node-rs/argon2', 'sharp']
