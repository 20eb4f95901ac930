import type { ComponentProps, ReactNode } from 'react'
import type { SettingsText } from '#app/content/settings-form'
import { CountedField } from '#app/ui/desk/counted-field'
import { DeskPanel } from '#app/ui/desk/desk-panel'
import { PictureChoice } from './picture-choice'
import { StoredNow } from './saved-meanwhile'

type Props = {
  pictures: ComponentProps<typeof PictureChoice>['pictures']
  chosen: string | undefined
  errors: string[] | undefined
  text: (name: SettingsText) => Omit<ComponentProps<typeof CountedField>, 'label'>
  /** What a colleague has saved meanwhile in place of it. */
  stored: (name: SettingsText) => ReactNode
  storedPicture: string | undefined
}

/** The leadership profile of the contact page: who leads the company, in words and a portrait. */
export function LeaderFields({ pictures, chosen, errors, text, stored, storedPicture }: Props) {
  // The portrait of now stands where it is seen without scrolling.
  const inOrder = [...pictures].sort(
    (one, other) => Number(other.address === chosen) - Number(one.address === chosen),
  )
  const isOther = storedPicture !== undefined && storedPicture !== chosen
  return (
    <DeskPanel title="Leadership Profile">
      <div className="grid gap-4.5 sm:grid-cols-2">
        <div>
          <CountedField {...text('leaderName')} label="Name" autoComplete="off" required />
          {stored('leaderName')}
        </div>
        <div>
          <CountedField {...text('leaderRole')} label="Role" autoComplete="off" required />
          {stored('leaderRole')}
        </div>
        <div className="sm:col-span-2">
          <CountedField
            {...text('leaderText')}
            label="Profile Text"
            hint="On the contact page. An empty line begins a new paragraph."
            rows={7}
            required
          />
          {stored('leaderText')}
        </div>
        <div className="sm:col-span-2">
          <PictureChoice
            pictures={inOrder}
            name="leaderPicture"
            label="Portrait"
            chosen={chosen}
            errors={errors}
          />
          {isOther && (
            <StoredNow
              words={pictures.find(({ address }) => address === storedPicture)?.title ?? storedPicture}
            />
          )}
        </div>
      </div>
    </DeskPanel>
  )
}
