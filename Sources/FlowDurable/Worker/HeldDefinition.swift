/// The definition under which a run is held, and the seal of its values.
struct HeldDefinition: Sendable {
  let definition: DurableDefinition
  let chain: DurableDefinition.Chain
  let run: RunNumber
  let seal: PayloadSeal
}
