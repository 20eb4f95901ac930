import { showDay } from '#app/days'
import { inOneLine } from '#app/travelers/details/detail-fields'
import { Notice } from '#app/ui/notice'
import type { DetailsPage } from './details-page.server'

type Props = { page: Pick<DetailsPage, 'passportGoodUntil'>; missing?: DetailsPage['missing'] }

/** Said beside the field, and above the form with what is missing besides. */
export const PassportEndsTooSoon = ({ page, missing = [] }: Props) => (
  <Notice tone="wait" title="This passport ends too soon">
    {`It must be good until ${showDay(page.passportGoodUntil)} at least. Please renew it before the journey, and write the new one here.`}
    {missing.length > 0 && ` Still missing besides: ${inOneLine(missing)}.`}
  </Notice>
)
