import FlowState
