/** The networks of the footer's icons, in their order, and where Settings keeps the address of each. */
export const SOCIAL_NETWORKS = [
  { name: 'Facebook', field: 'facebookLink' },
  { name: 'Instagram', field: 'instagramLink' },
  { name: 'YouTube', field: 'youtubeLink' },
] as const

export type SocialLinks = Record<(typeof SOCIAL_NETWORKS)[number]['field'], string>
