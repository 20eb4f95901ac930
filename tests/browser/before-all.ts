import { bundleBeforehand } from '#scripts/sandbox/stripe/browser-parts'

/**
 * Four browsers that start at once on a cold machine left so little of it that a page once gave up waiting
 * for its card.
 */
export default () => bundleBeforehand('.cache/stripe-sandbox')
