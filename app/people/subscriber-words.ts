/** Of whom a number of subscribers consists: '116 confirmed, 4 waiting'. */
export const subscribersInWords = ({ confirmed, waiting }: { confirmed: number; waiting: number }): string =>
  `${confirmed.toLocaleString('en-US')} confirmed, ${waiting.toLocaleString('en-US')} waiting`
