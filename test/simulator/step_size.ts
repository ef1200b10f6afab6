/** How many objects a step of a migration takes in the simulation: few, so that few objects are several steps. */
export const STEP_OBJECTS = 3;
