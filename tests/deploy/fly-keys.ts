import { z } from 'zod'

// The keys that Fly documents for fly.toml (https://fly.io/docs/reference/configuration/, read in November 2026), with
// their types; another key is one that Fly would leave unread. Its older and its rarer sections are left out: what
// fly.toml here has no use for is refused as well, until it is looked up and written down.

const text = z.string().min(1)
/** Seconds, or with a unit. */
const duration = z.union([z.number().int().positive(), z.string().regex(/^(\d+(ms|s|m|h))+$/)])
const processes = z.array(text).optional()

const HttpCheck = z.strictObject({
  grace_period: duration.optional(),
  interval: duration.optional(),
  timeout: duration.optional(),
  method: z
    .string()
    .regex(/^(get|head|post|put|delete)$/i)
    .optional(),
  path: z.string().startsWith('/').optional(),
  protocol: z.enum(['http', 'https']).optional(),
  tls_server_name: text.optional(),
  tls_skip_verify: z.boolean().optional(),
  headers: z.record(text, text).optional(),
})

const HttpService = z.strictObject({
  processes,
  internal_port: z.number().int().min(1).max(65_535),
  force_https: z.boolean().optional(),
  auto_stop_machines: z.enum(['off', 'stop', 'suspend']).optional(),
  auto_start_machines: z.boolean().optional(),
  min_machines_running: z.number().int().min(0).optional(),
  concurrency: z
    .strictObject({
      type: z.enum(['connections', 'requests']).optional(),
      soft_limit: z.number().int().positive().optional(),
      hard_limit: z.number().int().positive().optional(),
    })
    .optional(),
  http_options: z
    .strictObject({
      idle_timeout: z.number().int().positive().optional(),
      h2_backend: z.boolean().optional(),
      response: z
        .strictObject({
          pristine: z.boolean().optional(),
          headers: z.record(text, z.union([z.literal(false), text, z.array(text)])).optional(),
        })
        .optional(),
    })
    .optional(),
  tls_options: z
    .strictObject({
      alpn: z.array(text).optional(),
      versions: z.array(text).optional(),
      default_self_signed: z.boolean().optional(),
    })
    .optional(),
  checks: z.array(HttpCheck).optional(),
})

const Mount = z.strictObject({
  source: z.string().regex(/^[a-z0-9_]{1,30}$/),
  destination: z.string().regex(/^\/.+/),
  processes,
  initial_size: z.union([z.number().int().positive(), z.string().regex(/^\d+gb$/i)]).optional(),
  snapshot_retention: z.number().int().min(1).max(60).optional(),
  scheduled_snapshots: z.boolean().optional(),
  auto_extend_size_threshold: z.number().int().min(1).max(100).optional(),
  auto_extend_size_increment: z
    .string()
    .regex(/^\d+gb$/i)
    .optional(),
  auto_extend_size_limit: z
    .string()
    .regex(/^\d+gb$/i)
    .optional(),
})

const Vm = z.strictObject({
  size: text.optional(),
  memory: z.union([z.number().int().positive(), z.string().regex(/^\d+(mb|gb)$/i)]).optional(),
  cpus: z.union([1, 2, 4, 8, 16].map((count) => z.literal(count))).optional(),
  cpu_kind: z.enum(['shared', 'performance']).optional(),
  kernel_args: text.optional(),
  host_dedication_id: text.optional(),
  persist_rootfs: z.enum(['never', 'restart', 'always']).optional(),
  processes,
})

export const FlyToml = z.strictObject({
  app: z.string().regex(/^[a-z0-9-]+$/),
  primary_region: z.string().regex(/^[a-z]{3}$/),
  kill_signal: z
    .enum(['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGKILL', 'SIGSTOP'])
    .optional(),
  kill_timeout: duration.optional(),
  swap_size_mb: z.number().int().positive().optional(),
  console_command: text.optional(),
  build: z
    .strictObject({
      dockerfile: text.optional(),
      ignorefile: text.optional(),
      'build-target': text.optional(),
      image: text.optional(),
      args: z.record(text, text).optional(),
    })
    .optional(),
  deploy: z
    .strictObject({
      strategy: z.enum(['rolling', 'immediate', 'canary', 'bluegreen']).optional(),
      max_unavailable: z.number().positive().optional(),
      wait_timeout: duration.optional(),
      release_command: text.optional(),
      release_command_timeout: duration.optional(),
    })
    .optional(),
  env: z.record(z.string().regex(/^(?!FLY_)[A-Z][A-Z0-9_]*$/), z.string()).optional(),
  mounts: z.array(Mount).optional(),
  http_service: HttpService,
  vm: z.array(Vm).optional(),
  metrics: z
    .array(z.strictObject({ port: z.number().int(), path: z.string().startsWith('/').optional(), processes }))
    .optional(),
  restart: z
    .array(
      z.strictObject({
        policy: z.enum(['always', 'never', 'on-failure']),
        retries: z.number().int().optional(),
        processes,
      }),
    )
    .optional(),
})
