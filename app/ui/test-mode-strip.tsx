/** Stands on every page about a payment while the card provider's key is not a live one. */
export const TestModeStrip = () => (
  <p className="bg-wait-fill px-(--gutter) py-2.5 text-center text-sm font-medium text-wait print:hidden">
    Test mode: no real money moves. Use a test card.
  </p>
)
