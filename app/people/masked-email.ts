/** wanjiru@example.com is shown as w•••@example.com: links are forwarded, and land in histories. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')
