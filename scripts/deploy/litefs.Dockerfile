# The site's image with LiteFS in it, for several machines (docs/scaling.md). SITE_IMAGE is what the Dockerfile of the site
# made; both images are named with their digests, from `docker buildx imagetools inspect`:
#   docker build -f scripts/deploy/litefs.Dockerfile --build-arg SITE_IMAGE=… --build-arg LITEFS_IMAGE=flyio/litefs:0.5.14@sha256:… .
ARG SITE_IMAGE
ARG LITEFS_IMAGE

FROM ${LITEFS_IMAGE} AS litefs

FROM ${SITE_IMAGE}
USER root
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates fuse3 \
    && rm -rf /var/lib/apt/lists/* \
    && echo user_allow_other >> /etc/fuse.conf \
    && mkdir -p /litefs
COPY --from=litefs /usr/local/bin/litefs /usr/local/bin/litefs
ENV LITEFS_DIR=/litefs DATABASE_PATH=/litefs/safari.db PICTURES_DIR=/data/pictures BACKUP_DIR=/data/backups
# LiteFS mounts as root and starts the site as node (litefs.yml).
ENTRYPOINT ["sh", "-c", "mkdir -p /data/pictures /data/backups && chown node:node /data /data/pictures /data/backups && exec \"$@\"", "start"]
CMD ["litefs", "mount", "-config", "scripts/deploy/litefs.yml"]
