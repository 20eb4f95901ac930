// Preloaded into the demo's site: when the demo is gone, however it went, the site stops too.
const stop = () => process.kill(process.pid, 'SIGTERM')

if (process.connected) process.once('disconnect', stop)
else stop()
