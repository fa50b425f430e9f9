/// The definition under which a worker holds a run, with the seal of the run's values.
struct HeldDefinition: Sendable {
  let definition: DurableDefinition
  let chain: DurableDefinition.Chain
  let run: RunNumber
  let seal: PayloadSeal
}
