import { Dialog } from '../ui/dialog.tsx'
import { MessageText } from './formatting/message-text.tsx'
import styles from './formatting-guide.module.css'
import { guideTexts } from './formatting-guide.texts.it.ts'

/** The marks of a message, each with an example as it is drawn, and the keys of a chat. */
export function FormattingGuide({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened title={guideTexts.title} closeLabel={guideTexts.close} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll the guide */}
      <section className={styles.guide} tabIndex={0} aria-label={guideTexts.title}>
        <table>
          <caption>{guideTexts.marks}</caption>
          <thead>
            <tr>
              <th scope="col">{guideTexts.written}</th>
              <th scope="col">{guideTexts.shown}</th>
            </tr>
          </thead>
          <tbody>
            {guideTexts.examples.map((source) => (
              <tr key={source}>
                <td>
                  <code>{source}</code>
                </td>
                <td>
                  <MessageText source={source} mentions={undefined} readerId="" path={`guide ${source}`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {guideTexts.places.map(({ name, keys }) => (
          <table key={name}>
            <caption>{`${guideTexts.keys}: ${name}`}</caption>
            <tbody>
              {keys.map(([key, effect]) => (
                <tr key={key}>
                  <th scope="row">
                    <kbd>{key}</kbd>
                  </th>
                  <td>{effect}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
        <p>{guideTexts.mac}</p>
      </section>
    </Dialog>
  )
}
