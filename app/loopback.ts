const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i

/** Whether a host, with or without its port, is this machine itself, so that nobody can listen in between. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)
