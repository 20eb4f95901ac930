/** The pages whose words, pictures and films staff edit under Settings, Pages. */
export type WordedPage = 'home' | 'twende-home' | 'contact' | 'tour'
