import { Icon } from "#ui/icons.tsx";
import { fieldId } from "#ui/field.tsx";
import type { Items, Outline, Part, Tree, Words } from "../outline.ts";
import { Adding, below, type FieldsContext, placeId, Steps } from "./text-steps.tsx";

const figures = new Intl.NumberFormat("en-US");
const child = (tree: Tree, key: string): Tree => (tree as Readonly<Record<string, Tree>>)[key] ?? "";
const listOf = (tree: Tree): readonly Tree[] => (Array.isArray(tree) ? (tree as readonly Tree[]) : []);

export function TextFields({
  outline,
  tree,
  context,
}: {
  outline: Outline;
  tree: Tree;
  context: FieldsContext;
}) {
  return outline.chapters.map(({ title, keys, each }) => {
    const list = each === undefined ? undefined : outline.root.parts[each];
    return (
      <div key={title} className="chapter-group">
        {list?.kind === "items" && each !== undefined ? (
          <Folds part={list} tree={child(tree, each)} name={each} context={context} />
        ) : null}
        {keys.length ? (
          <Fold name={`fold:${title}`} title={title} names={keys} context={context}>
            {keys.map((key) => (
              <PartFields
                key={key}
                part={outline.root.parts[key]!}
                tree={child(tree, key)}
                name={key}
                context={context}
              />
            ))}
          </Fold>
        ) : null}
      </div>
    );
  });
}

function Folds({
  part,
  tree,
  name,
  context,
}: {
  part: Items;
  tree: Tree;
  name: string;
  context: FieldsContext;
}) {
  const list = listOf(tree);
  return (
    <>
      {list.map((item, at) => {
        const own = below(name, at);
        const named = part.namedBy === undefined ? "" : child(item, part.namedBy);
        const called = typeof named === "string" ? named : "";
        return (
          <Fold
            key={own}
            name={own}
            title={`${part.one} ${at + 1}${called ? `: ${called}` : ""}`}
            names={[own]}
            context={context}
            id={placeId(own)}
          >
            <Steps
              part={part}
              name={name}
              at={at}
              count={list.length}
              called={`${part.one.toLowerCase()} ${at + 1}`}
              context={context}
            />
            <PartFields
              part={part.item}
              tree={item}
              name={own}
              context={context}
              about={`${part.one.toLowerCase()} ${at + 1}`}
            />
          </Fold>
        );
      })}
      <Adding part={part} name={name} count={list.length} context={context} />
      <Mistake name={name} context={context} />
    </>
  );
}

function Fold({
  name,
  title,
  names,
  id,
  context,
  children,
}: {
  name: string;
  title: string;
  names: readonly string[];
  id?: string;
  context: FieldsContext;
  children: React.ReactNode;
}) {
  const within = (field: string) => names.some((one) => field === one || field.startsWith(`${one}.`));
  const errors = Object.keys(context.errors).filter(within).length;
  const notes = Object.keys(context.notes).filter(within).length;
  return (
    <details
      className="chapter"
      id={id}
      open={context.open.has(name) || errors > 0}
      onToggle={(event) => context.onFold(name, event.currentTarget.open)}
    >
      <summary>
        <h2 className="chapter-title">{title}</h2>
        {errors > 0 ? <span className="chapter-mark text-brick">Look here</span> : null}
        {errors === 0 && notes > 0 ? (
          <span className="chapter-mark">{notes === 1 ? "1 note" : `${notes} notes`}</span>
        ) : null}
      </summary>
      <div className="form chapter-fields">{children}</div>
    </details>
  );
}

function PartFields({
  part,
  tree,
  name,
  context,
  label,
  about = "",
}: {
  part: Part;
  tree: Tree;
  name: string;
  context: FieldsContext;
  label?: string;
  /** What the fields belong to, for screen readers. */
  about?: string;
}) {
  switch (part.kind) {
    case "words":
    case "count":
      return (
        <TypedField
          part={part}
          value={typeof tree === "string" ? tree : ""}
          name={name}
          context={context}
          label={label}
          about={about}
        />
      );
    case "parts":
      return Object.entries(part.parts).map(([key, each]) => (
        <PartFields
          key={key}
          part={each}
          tree={child(tree, key)}
          name={below(name, key)}
          context={context}
          about={about}
        />
      ));
    case "items":
      return <ItemFields part={part} tree={tree} name={name} context={context} about={about} />;
  }
}

function ItemFields({
  part,
  tree,
  name,
  context,
  about,
}: {
  part: Items;
  tree: Tree;
  name: string;
  context: FieldsContext;
  about: string;
}) {
  const list = listOf(tree);
  const isPlain = part.item.kind === "words";
  return (
    <fieldset className="items" id={fieldId(name)}>
      <legend className={isPlain ? "sr-only" : "label"}>
        {[part.label, about && `of ${about}`].filter(Boolean).join(" ")}
      </legend>
      {list.map((item, at) => {
        const own = below(name, at);
        const called = `${part.one} ${at + 1}`;
        return (
          <div key={own} className={isPlain ? "item" : "item item-parts"} id={placeId(own)}>
            {isPlain ? null : <p className="item-name">{called}</p>}
            <PartFields
              part={part.item}
              tree={item}
              name={own}
              context={context}
              label={called}
              about={isPlain ? about : called.toLowerCase()}
            />
            <Steps
              part={part}
              name={name}
              at={at}
              count={list.length}
              called={[called.toLowerCase(), about && `of ${about}`].filter(Boolean).join(" ")}
              context={context}
            />
          </div>
        );
      })}
      <Adding part={part} name={name} count={list.length} context={context} />
      <Mistake name={name} context={context} />
    </fieldset>
  );
}

function TypedField({
  part,
  value,
  name,
  label = part.label,
  about,
  context,
}: {
  part: Exclude<Part, { kind: "items" | "parts" }>;
  value: string;
  name: string;
  label?: string | undefined;
  about: string;
  context: FieldsContext;
}) {
  const id = fieldId(name);
  const error = context.errors[name];
  const notes = context.notes[name] ?? [];
  const described = [
    error && `${id}-error`,
    notes.length && `${id}-notes`,
    part.hint && `${id}-hint`,
    `${id}-limit`,
  ]
    .filter(Boolean)
    .join(" ");
  const wiring = {
    id,
    name,
    defaultValue: value,
    "aria-describedby": described,
    "aria-invalid": error ? true : undefined,
  } as const;
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>
          {label}
          {about ? <span className="sr-only">, {about}</span> : null}
        </label>
        {part.kind === "words" && part.optional ? <span className="field-optional">optional</span> : null}
        <span className="field-limit" id={`${id}-limit`}>
          {part.kind === "words" ? formatLimit(part) : `From ${part.least} to ${part.most}.`}
        </span>
      </div>
      {part.hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {part.hint}
        </p>
      ) : null}
      {part.kind === "count" ? (
        <input
          key={context.epoch}
          {...wiring}
          className="input max-w-28"
          inputMode="numeric"
          autoComplete="off"
        />
      ) : (
        <textarea key={context.epoch} {...wiring} className="input" rows={part.rows ?? 3} />
      )}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      ) : null}
      {notes.length ? (
        <ul className="field-notes" id={`${id}-notes`}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const formatLimit = ({ most }: Words) => `Up to ${figures.format(most)} characters.`;

function Mistake({ name, context }: { name: string; context: FieldsContext }) {
  const error = context.errors[name];
  return error ? (
    <p className="field-error">
      <Icon name="warning" />
      <span>{error}</span>
    </p>
  ) : null;
}
