# Litestream copies the database off the machine as it is written (docs/running.md). An image has it only where it is
# built with LITESTREAM=with; otherwise nothing of it is fetched. The digest is of the version beside it: for another
# one, take both from `docker buildx imagetools inspect`.
ARG LITESTREAM=without
ARG LITESTREAM_IMAGE=litestream/litestream:0.5.14@sha256:ef0ac5958cf81725b7a85fb76f82ef71ace030db9429086eeefc59ee6ca53941

# By digest, so that what was tried is what is built: the index of all platforms, as the official images' own record has
# it (docker-library/repo-info, repos/node/remote/24.21.0-bookworm-slim.md). Dependabot offers the next one.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS node

FROM ${LITESTREAM_IMAGE} AS litestream-image

FROM node AS litestream-with
# It is no Node: it needs the system's certificates for whom it talks to.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates \
    && mkdir -p /parts/etc/ssl/certs && cp /etc/ssl/certs/ca-certificates.crt /parts/etc/ssl/certs/
COPY --from=litestream-image /usr/local/bin/litestream /parts/usr/local/bin/

FROM node AS litestream-without
RUN mkdir /parts

FROM litestream-${LITESTREAM} AS litestream

FROM node AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false
COPY . .
# The list of packages is made when only those of production are known: asked for these alone, npm leaves out what
# development needs as well, and with them gone but named it refuses.
RUN npm run build && npm prune --omit=dev --workspaces=false \
    && npm pkg delete devDependencies workspaces && npm sbom --sbom-format=cyclonedx > sbom.cdx.json

FROM node
# Passwords and photographs are worked on in threads: with an arena of memory for each, the C library keeps what they
# had; and unless the bound is said here, it learns to keep large pieces, too, which photographs are.
ENV NODE_ENV=production PORT=3000 DATABASE_PATH=/data/safari.db MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /site
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/db/migrations ./db/migrations
COPY --from=build /site/app/staff/common-passwords.bin ./app/staff/
COPY --from=build /site/build ./build
COPY --from=build /site/scripts/deploy ./scripts/deploy
COPY --from=litestream /parts/ /
# What the image holds, package by package, for anyone who looks for a version with a known hole.
COPY --from=build /site/sbom.cdx.json ./
RUN mkdir /data && chown node:node /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A fresh volume belongs to root (on Fly it always does): it is handed over, and the site runs as node, as process 1,
# where it hears the signals itself.
ENTRYPOINT ["sh", "-c", "[ \"$(id -u)\" != 0 ] && exec \"$@\"; chown node:node /data && exec setpriv --reuid=node --regid=node --init-groups \"$@\"", "start"]
# Without a bound Node lets what is over lie, up to a share of the whole machine: under a siege it held 600 MB, of which
# 100 were in use (npm run siege is run with the same bound).
# What is young gets the room that Node 22 gave it: Node 24 takes 90 MB more.
# A smaller room for what is young takes 24 MB less, and makes a
# page that is not kept a seventh dearer (docs/performance.md).
CMD ["./scripts/deploy/start.sh", "node", "--max-old-space-size=256", "--max-semi-space-size=8", "build/server/start.js"]
