import { index, prefix, type RouteConfig, route } from '@remix-run/route-config'

/** The map of the site, in the order of spec §2 and §7. */
export default [
  index('routes/site/home.tsx'),
  route('twende-home', 'routes/site/twende-home.tsx'),
  route('texascountrysafari', 'routes/site/tour.tsx'),
  route('contact', 'routes/site/contact.tsx'),
  route('gallery', 'routes/site/gallery.tsx'),
  route('gallery/:slug', 'routes/site/gallery-picture.tsx'),
  route('sitemap.xml', 'routes/site/sitemap.ts'),
  route('robots.txt', 'routes/site/robots.ts'),
  route('site.webmanifest', 'routes/site/manifest.ts'),
  route('unsubscribe/:token', 'routes/site/unsubscribe.tsx'),

  route('checkout', 'routes/checkout/checkout/route.tsx'),
  route('payment-success', 'routes/checkout/payment-success.tsx'),
  route('booking-confirmation', 'routes/checkout/booking-confirmation.tsx'),

  route('admin', 'routes/admin/sign-in.tsx', { id: 'admin' }),
  route('admin/login', 'routes/admin/sign-in.tsx', { id: 'admin-login' }),
  route('admin/logout', 'routes/admin/sign-out.ts'),
  route('admin/dashboard', 'routes/admin/dashboard.tsx'),

  ...prefix('api', [
    route('experiences/featured', 'routes/api/experiences-featured.ts'),
    route('testimonials', 'routes/api/testimonials.ts'),
    route('newsletter', 'routes/api/newsletter.ts'),
    route('contact', 'routes/api/contact.ts'),
    route('calculate-installments', 'routes/api/calculate-installments.ts'),
    route('create-payment-intent', 'routes/api/create-payment-intent.ts'),
    route('bookings/:id', 'routes/api/booking.ts'),
    route('bookings/:id/status', 'routes/api/booking-status.ts'),
    route('page-view', 'routes/api/page-view.ts'),
    route('stripe/webhook', 'routes/webhooks/stripe.ts'),
    route('*', 'routes/api/unknown.ts'),
  ]),

  route('*', 'routes/site/not-found.tsx'),
] satisfies RouteConfig
